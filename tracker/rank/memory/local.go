package memory

// MostTouches bounds the blocks of one buffer.
const MostTouches = 64
