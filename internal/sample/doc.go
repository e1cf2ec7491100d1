// Package sample provides the project that users start from: a small shop, from seeds to marts, written in SQL.
//
// Files returns its files as values; Write writes them to a folder. Write creates all files or none: it checks for all
// conflicts before it writes, never replaces a file, and removes what it wrote if something fails.
//
// The project runs on every engine that the library of node types supports; only its manifest names one.
package sample
