// Package jinja implements the template language of projects: Jinja2 as Python's Jinja2 3.1 renders it, byte for byte,
// in a sandbox for templates that users write.
//
// It renders a template text with variables into a text. A text is compiled once and rendered many times:
//
//	environment := jinja.NewEnvironment(jinja.Options{})
//	template, err := environment.Compile("run.sql.j2", text)
//	sql, err := template.Render(jinja.Input{Variables: variables})
//
// Guarantees:
//
//   - Statements if, for, break, continue, set, macro, call, filter, with, do, print and raw, all operators, whitespace
//     control, and the built-in filters, tests, globals and methods behave as in Jinja2, with its scoping, its default
//     Undefined and Python's way to print, compare and order values. A folder of cases and a generator of templates
//     compare this package with Python.
//   - Environments and templates are immutable, and any number of goroutines may render one template.
//   - A render ends: steps, depth, output and the memory of its values are limited. No template can access files, the
//     process, the network or a clock, nor an attribute whose name begins with an underscore.
//   - Every error is an *Error with template, line, column, a kind and, if known, a hint.
//
// Intended differences from Jinja2:
//
//   - A template is self-contained: extends, block, include and import are rejected; Join runs several templates as one.
//   - Integers have 64 bits; an overflow is an error, never a wrong number. There are no complex numbers.
//   - There is no HTML support: escape returns plain text, and autoescape, urlize and xmlattr are rejected. random is
//     rejected, too, because a render must return the same text each time.
//   - A lazy sequence prints as <generator object map>, without an address.
//
// A template may change the values that it can access, as in Python: a list that two concurrent renders use must be
// frozen (Value.Freeze) or created twice.
package jinja
