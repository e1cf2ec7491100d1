// Package compilecache keeps the results of compilations in the folder of a project, so that the next process compiles only what
// changed since.
//
// The cache is in .millrace/cache, which git ignores. Deleting it is always safe. A cache is used only by the same build of the
// program, in the same folder, with the same options, and for files with the same content; a damaged one is ignored and replaced.
// A file is written under a temporary name and renamed, so that processes can share a folder. Where the folder cannot be written,
// everything works without a cache.
//
// The package decides where caches are stored and how many. Package compiler decides what they contain.
package compilecache
