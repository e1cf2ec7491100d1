// Package render renders a node for a target into SQL: a list of stages, each one statement. Preview, plan and run all
// call Renderer.Render, so a run executes exactly what the preview showed.
//
// A template is rendered as one text: the macros of the library, the variables and macros of packages, the macros of
// the project, and the template itself. Later parts override earlier ones. The result may contain Jinja again, because
// joins, transforms, tests and scripts of nodes are templates, too; it is rendered until none is left.
//
//	prelude + template ─► pass 1 ─► pass 2 … 4 ─► marks ─► stages
//	                        │  ref(), stage(), this, columns, sources, config …
//	                        └─ refs, warnings
//
// Guarantees:
//
//   - A Renderer is built once for a project and a target and is immutable; any number of goroutines may use it. With and
//     Without return a Renderer for an edited project and share everything that the edit did not touch.
//   - Each problem is a diagnostic with its position in a file of the project: the template, the macro inside its YAML
//     block, or the node that contains the text. An unknown name in ref() is reported and rendering continues.
//   - A render ends: passes, steps, depth and output are limited, and the target's Interrupt is called now and then.
//   - The text of a node cannot imitate the beginning of a stage.
//   - Two renders of the same input return the same stages.
//
// The package does not read files, use connections, make decisions about deployment, or check whether SQL is valid.
// Package dialect defines the SQL of the engines, nodetype the node types, and jinja the template language.
package render
