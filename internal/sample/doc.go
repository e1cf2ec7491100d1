// Package sample holds the project that people start from: a small shop, from seeds to marts, written in SQL.
//
// Files gives it as values, Write puts it into a folder. Write makes all of it or nothing: it looks for everything that
// could be in the way before it writes, never replaces a file, and takes back what it wrote when something fails.
//
// The project is written for every engine that the library of node types serves; only its manifest names one.
package sample
