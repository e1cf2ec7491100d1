package jinja

import (
	"maps"
	"slices"
)

// BuiltinNames gives the names of everything that templates find without being given it.
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
