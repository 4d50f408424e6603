package main

// version is the release that the log's headers name.
const version = "0.1.0"
