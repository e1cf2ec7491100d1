package jinja

import (
	"maps"
	"slices"
)

// BuiltinNames returns the names of everything that templates can use without variables.
func BuiltinNames() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, names := range [][]string{
			slices.Collect(maps.Keys(builtinFilters())), slices.Collect(maps.Keys(builtinTests())), slices.Collect(maps.Keys(builtinGlobals())),
			slices.Collect(maps.Keys(textMethods)), slices.Collect(maps.Keys(listMethods)), slices.Collect(maps.Keys(dictMethods)),
		} {
			for _, name := range names {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// FilterNames returns the names of the built-in filters.
func FilterNames() []string { return slices.Sorted(maps.Keys(builtinFilters())) }

// NamesOfTests returns the names of the built-in tests.
func NamesOfTests() []string { return slices.Sorted(maps.Keys(builtinTests())) }

// GlobalNames returns the names of the built-in functions.
func GlobalNames() []string { return slices.Sorted(maps.Keys(builtinGlobals())) }

// TextMethodNames returns the names of the methods of texts.
func TextMethodNames() []string { return append(slices.Sorted(maps.Keys(textMethods)), "format") }

// ListMethodNames returns the names of the methods of lists.
func ListMethodNames() []string { return slices.Sorted(maps.Keys(listMethods)) }

// DictMethodNames returns the names of the methods of dicts.
func DictMethodNames() []string { return slices.Sorted(maps.Keys(dictMethods)) }

// Undefined returns the value of a variable that does not exist. It prints as nothing, is false and iterates as empty;
// any other use is an error with its name.
func Undefined(name string) Value { return Value{ref: &absent{name: name}} }

// LocatedReturn returns the error of return() as it is passed up inside a macro.
func LocatedReturn() *Error {
	_, err := invoke(Return(), Arguments{})
	f := &frame{part: &part{name: "test", text: "\n\n"}}
	return asError(f.locate(err, 1))
}
