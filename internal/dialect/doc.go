// Package dialect contains the SQL differences between engines: how to quote names, name types, create, empty and alter
// tables, and write timestamps and hashes.
//
// Templates use it as the variable dialect; plans use it to alter what templates created. So one template serves every
// engine. Each engine has one file with a definition: the same fields in the same order.
//
// What it promises:
//
//   - A name is always quoted, so its case is kept and no name is a reserved word.
//   - The comparisons Differs, Same and SameKey are null-safe.
//   - A statement has the same effect inside and outside of a transaction, as far as the engine has transactions. Inside one,
//     readers see the old rows until the commit.
//   - A Dialect is immutable and safe for concurrent use.
//
// It opens no connection, executes nothing, and does not check the SQL that callers pass.
package dialect
