package vocabulary_test

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// hit is a retired word in a file.
type hit struct {
	file         string
	line         int
	word, better string
}

func (h hit) String() string {
	return fmt.Sprintf("%s:%d: %q is retired: use %s", h.file, h.line, h.word, h.better)
}

func TestNoRetiredWords(t *testing.T) {
	t.Parallel()
	perFolder := map[string]int{}
	for path, text := range sources(t) {
		for _, found := range findRetired(path, text) {
			t.Error(found)
			perFolder[filepath.Dir(path)]++
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(perFolder)) {
		t.Logf("%4d in %s", perFolder[folder], folder)
	}
	if t.Failed() {
		t.Log("docs/glossary.md has the terms; internal/vocabulary/words_test.go has the list and its exceptions")
	}
}

// TestNoConflictMarkers finds what a merge left behind. In Go files the compiler finds it.
func TestNoConflictMarkers(t *testing.T) {
	t.Parallel()
	marker := regexp.MustCompile(`(?m)^(<{7}|>{7}) .*$`)
	for path, text := range sources(t) {
		if found := marker.Find(text); found != nil {
			t.Errorf("%s contains a conflict marker: %.60s", path, found)
		}
	}
}

func TestRetiredWordsAreFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"package a\n\n// Whoever settles it.\n":                                 {"a.go:3: Whoever", "a.go:3: settles"},
		"package a\n\ntype myDesk struct{}\n":                                   {"a.go:3: Desk"},
		"package a\n\nconst DESKSize = 1\n":                                     {"a.go:3: DESK"},
		"package a\n\ntype Lane struct{}\n":                                     {"a.go:3: Lane"},
		"package a\n\nconst x = \"catalogue_id\"\n":                             {"a.go:3: catalogue"},
		"package a\n\nvar planes, desktop, unsettling = 1, 2, 3\n":              nil,
		"package a\n\nconst column = \"footing_place\" // a letter in a lane\n": nil,
	} {
		var got []string
		for _, found := range findRetired("a.go", []byte(text)) {
			got = append(got, fmt.Sprintf("%s:%d: %s", found.file, found.line, found.word))
		}
		if !slices.Equal(got, want) {
			t.Errorf("found %q, want %q in:\n%s", got, want, text)
		}
	}
}

// findRetired returns the retired words and names of a file. Line 0 is its path.
func findRetired(path string, text []byte) []hit {
	path = filepath.ToSlash(path)
	if allowedIn()[path] == "*" {
		return nil
	}
	words, allowed, nameForm := retiredWords(), allowedNames(), regexp.MustCompile(`[\pL\d_]+`)
	var hits []hit
	for i, line := range bytes.Split(append([]byte(path+"\n"), text...), []byte("\n")) {
		for _, name := range nameForm.FindAllString(string(line), -1) {
			if allowed[name] {
				continue
			}
			for _, word := range splitName(name) {
				if better, ok := words[strings.ToLower(word)]; ok && !strings.EqualFold(allowedIn()[path], word) {
					hits = append(hits, hit{file: path, line: i, word: word, better: better})
				}
			}
		}
	}
	if filepath.Ext(path) == ".go" {
		hits = append(hits, findNames(path, text)...)
	}
	return hits
}

// findNames returns the retired identifiers of a Go file.
func findNames(path string, text []byte) []hit {
	names := retiredNames()
	var hits []hit
	files := token.NewFileSet()
	var s scanner.Scanner
	file := files.AddFile(path, files.Base(), len(text))
	s.Init(file, text, func(token.Position, string) {}, 0)
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return hits
		}
		if better, ok := names[literal]; ok && kind == token.IDENT {
			hits = append(hits, hit{file: path, line: files.Position(pos).Line, word: literal, better: better})
		}
	}
}

// splitName splits an identifier at underscores, digits and capital letters: leaseHTTPHolder_2 is lease, HTTP and Holder.
func splitName(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	add := func(end int) {
		if end > start {
			words = append(words, string(runes[start:end]))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			add(i)
			start = i + 1
		case unicode.IsUpper(r) && i > start && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			add(i)
			start = i
		}
	}
	add(len(runes))
	return words
}

// sources returns the code and texts of the repository by path. Built and installed files are not included.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	skipped := map[string]bool{".git": true, "node_modules": true, "bin": true, "build": true, "dist": true, "millrace-data": true, "test-results": true}
	files := map[string][]byte{}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && skipped[entry.Name()] {
			return filepath.SkipDir
		}
		relative, err := filepath.Rel(root, path)
		if err != nil || !entry.Type().IsRegular() || !isText(relative) {
			return err
		}
		files[relative], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 500 {
		t.Fatalf("%d files in %s: the root of the repository has moved", len(files), root)
	}
	return files
}

// isText reports whether a file is code or a text that people write. Scripts in .ci and test have no extension.
func isText(path string) bool {
	switch filepath.Ext(path) {
	case ".go", ".ts", ".tsx", ".mjs", ".css", ".html", ".sql", ".yaml", ".yml", ".md", ".txtar", ".sh", ".toml", ".j2", ".tmpl", ".json", ".txt", ".golden":
		return true
	case "":
		return filepath.Base(path) != "LICENSE"
	default:
		return false
	}
}
