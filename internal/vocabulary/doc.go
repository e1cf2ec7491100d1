// Package vocabulary contains no code, only a test that fails when a retired word comes back in code or texts.
//
// docs/glossary.md defines the terms of this project. words_test.go lists the retired words with the term to use instead,
// and the stored names that may keep one, because clients, files and databases contain them.
package vocabulary
