// Package reference builds the reference of what projects and configurations may contain from the code that defines it:
// node types with their options, annotations, tests, the functions of templates, settings and errors.
//
// Each page is a value that encodes as JSON and prints itself as Markdown. `millrace docs` prints the pages, and
// `make generate` writes them to docs/reference.
//
// It guarantees:
//   - names, defaults and descriptions come from the definitions; this package has no copy of them;
//   - a definition without a description or an example fails a test of this package or of its own;
//   - the examples compile: tests compile every one in the project of the folder examples.
//
// It does not describe commands, which are in package cli, and reads no files of a project.
package reference
