// Package enginekind lists the kinds of engines and the facts about them that need no connection and no SQL.
//
// Every other package asks it, so that a fact is declared once. How an engine writes SQL is in package dialect; what an
// open engine can do is in engine.Capabilities.
package enginekind
