// Package dialect holds the SQL differences between engines: how a name is quoted, what a type is called, how a table is
// made, emptied and altered, how moments and hashes are written.
//
// It is for templates, which see it as the variable dialect, and for plans, which alter what templates created. One
// template then serves every engine, and what an engine says differently stands in one file with its name: a table of
// words in the same order as in all the others.
//
// What it promises:
//
//   - A name is always quoted, so its case is kept and no word is reserved.
//   - A comparison called Differs or Same is null-safe.
//   - A statement has the same effect inside a transaction and outside of one, as far as the engine has transactions;
//     inside of one, readers see the old rows until the commit.
//   - A Dialect never changes, and any number of goroutines may use it.
//
// What it does not do: it holds no connection, executes nothing, and does not check SQL that it is handed.
package dialect
