package layers_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxChain is the maximum length of a chain of imports. This length tracks how hard a code base is to read better than
// its size does.
const maxChain = 10

// checkTable reports packages without a row and rows without a package.
func checkTable(rows map[string]row, packages []pkg) []string {
	var faults []string
	here := map[string]bool{}
	for _, p := range packages {
		here[p.path] = true
		if _, ok := rows[p.path]; !ok {
			faults = append(faults, fmt.Sprintf(
				"%s has no layer: add it to the table in internal/layers/table_test.go", p.path))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(rows)) {
		if !here[path] {
			faults = append(faults, fmt.Sprintf(
				"%s is in the table but there is no such package: write it, or remove its row", path))
		}
	}
	return faults
}

// checkImports reports imports that do not point to a lower layer, and imports of a support package.
func checkImports(rows map[string]row, packages []pkg) []string {
	var faults []string
	for _, p := range packages {
		from, ok := rows[p.path]
		if !ok {
			continue // checkTable reports it
		}
		for _, imported := range p.imports {
			to, ok := rows[imported]
			if ok && to.layer >= from.layer {
				faults = append(faults, fmt.Sprintf("%s (layer %d) imports %s (layer %d), which is not below it: "+
					"declare the interface that %s needs where it is used, or move what both need to a lower layer",
					p.path, from.layer, imported, to.layer, p.path))
			}
			if ok && to.support && !from.support {
				faults = append(faults, fmt.Sprintf(
					"%s imports %s, which is for tests only: import it from a _test.go file", p.path, imported))
			}
		}
	}
	return faults
}

// checkDocs reports packages without a doc comment.
func checkDocs(packages []pkg) []string {
	var faults []string
	for _, p := range packages {
		if strings.TrimSpace(p.doc) == "" {
			faults = append(faults, fmt.Sprintf(
				"%s has no doc comment: write %s/doc.go: what it is for, what it promises, what it does not do",
				p.path, p.path))
		}
	}
	return faults
}

// checkChain reports a chain of imports that is too long.
func checkChain(packages []pkg) []string {
	longest := longestChain(packages)
	if len(longest) <= maxChain {
		return nil
	}
	return []string{fmt.Sprintf("a chain of %d packages, at most %d are allowed: %s: remove one of these imports",
		len(longest), maxChain, strings.Join(longest, " → "))}
}

func longestChain(packages []pkg) []string {
	imports := map[string][]string{}
	for _, p := range packages {
		imports[p.path] = p.imports
	}
	known := map[string][]string{}
	var from func(path string) []string
	from = func(path string) []string {
		if chain, ok := known[path]; ok {
			return chain
		}
		known[path] = nil // ends the recursion at a cycle, which the compiler rejects
		var below []string
		for _, imported := range imports[path] {
			if chain := from(imported); len(chain) > len(below) {
				below = chain
			}
		}
		known[path] = append([]string{path}, below...)
		return known[path]
	}
	var longest []string
	for _, p := range packages {
		if chain := from(p.path); len(chain) > len(longest) {
			longest = chain
		}
	}
	return longest
}
