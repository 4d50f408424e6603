// flock as on a file system that is mounted with locks of this host only, where
// no other process of this host asks: every lock is free.
int flock(int fd, int operation) {
    (void)fd, (void)operation;
    return 0;
}
