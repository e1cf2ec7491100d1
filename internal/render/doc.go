// Package render turns a node, its node type and the place where it will live into SQL: a list of stages, each one
// statement. Preview, plan and run all call Renderer.Render, so what was looked at is what runs.
//
// A template is rendered as one text: the macros of the library, the variables and macros of packages, the macros of the
// project, and the template itself. Parts that come later override parts that come earlier. What comes out may hold Jinja
// again, because joins, transforms, tests and scripts of nodes are templates too; it is rendered until none is left.
//
//	prelude + template ─► pass 1 ─► pass 2 … 4 ─► marks ─► stages
//	                        │  ref(), stage(), this, columns, sources, config …
//	                        └─ refs, warnings
//
// What it promises:
//
//   - A Renderer is made once for a project and a target and never changes; any number of goroutines may use it. With and
//     Without give a Renderer for an edited project and share everything that the edit did not touch.
//   - What is wrong is a diagnostic with the place in the file that a person wrote: the template, the macro inside its YAML
//     block, or the node whose text it was. An unknown name in ref() is reported and rendering goes on.
//   - A render ends: passes, steps, depth and output are bounded, and the target's Interrupt is asked now and then.
//   - The text of a node cannot pretend to be the beginning of a stage.
//   - Two renders of the same input give the same stages.
//
// What it does not do: it reads no files, knows no connection, decides nothing about deployment, and does not check
// whether SQL is valid. The words of the engines are in dialect, the node types in nodetype, the language in jinja.
package render
