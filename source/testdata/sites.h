/* here prints the address it returns to; stop does so and ends the program. */
void here(const char *name);
__attribute__((noreturn)) void stop(const char *name);

/* other is in another file. */
void other(void);
