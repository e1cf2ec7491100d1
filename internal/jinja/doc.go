// Package jinja is the template language of the project: Jinja2 as Python's Jinja2 3.1 renders it, byte for byte, in a
// sandbox made for templates that users write.
//
// It is for turning a template text and variables into a text. A text is compiled once and rendered many times:
//
//	environment := jinja.NewEnvironment(jinja.Options{})
//	template, err := environment.Compile("run.sql.j2", text)
//	sql, err := template.Render(jinja.Input{Variables: variables})
//
// What it promises:
//
//   - Statements if, for, set, macro, call, filter, with, do, print and raw, all operators, whitespace control, and the
//     built-in filters, tests, globals and methods behave as in Jinja2, with its scoping, its default Undefined and
//     Python's way to print, compare and order values. A folder of cases and a generator of templates hold this package
//     against Python.
//   - Environments and templates never change once made, and any number of goroutines may render one template.
//   - A render ends: it is bounded in steps, in depth, in output and in the memory of what it makes. No template reaches
//     files, the process, the network or a clock, nor an attribute whose name begins with an underscore.
//   - Every error is an *Error with template, line, column, a kind and, where one is known, a hint.
//
// What it does differently from Jinja2, on purpose:
//
//   - A template is whole: extends, block, include and import are refused; Join runs several templates as one.
//   - Whole numbers have 64 bits; what does not fit is an error, never a wrong number. Complex numbers do not exist.
//   - There is no HTML machinery: escape gives plain text, and autoescape, urlize and xmlattr are refused, and so is
//     random, because a render must give the same text each time.
//   - A lazy sequence prints as <generator object map>, without an address.
//
// Values that a template can reach may be changed by it, as in Python: a list handed to two renders at the same time
// must be frozen (Value.Freeze) or made twice.
package jinja
