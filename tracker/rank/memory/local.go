package memory

// MostTouches bounds the touches that are emitted for a buffer.
const MostTouches = 64
