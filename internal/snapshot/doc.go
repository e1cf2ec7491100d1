// Package snapshot stores the files of a project by content, and compiles them for an environment, with a cache.
//
//	files ──Pack──▶ Snapshot ──Store──▶ Compiler.Compile(target) ──▶ compilation, cached
//
// What it promises:
//
//   - The id of a project snapshot is a hash of its files, so the same files are stored once and a cached compilation never
//     becomes outdated.
//   - A project snapshot has every file of the project, byte for byte, also those that this version of the compiler ignores.
//   - Concurrent callers of Compile share one compilation. Errors are not cached.
//
// The package also defines what a project is compiled for: ResolvedConnection, CompileTarget and Parameters. It does not
// decide what is deployed where, and it deletes nothing; package retention does.
package snapshot
