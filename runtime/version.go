package main

// version is the release, which the headers of logs name. The recipes and documents that state it, too, must agree: the
// test TestVersion of packaging/ names those that do not. The tag of a release is v and this version.
const version = "0.1.0"
