package main

// version is the release, which the headers of logs name. Recipes and documents repeat it; TestVersion in
// packaging/ names each file that disagrees. The tag of a release is v and this version.
const version = "0.1.0"
