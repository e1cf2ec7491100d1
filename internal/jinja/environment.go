package jinja

import (
	"maps"
	"strings"
	"sync"
)

// Options configure what an environment has in addition to the built-in filters, tests and globals.
type Options struct {
	Filters map[string]Filter // added to the built-in filters, or replacing them
	Tests   map[string]Test
	Globals map[string]Value
	// KeepTrailingNewline keeps the last newline of a template, which is removed by default, as in Jinja2.
	KeepTrailingNewline bool
	// Raw converts the text of raw blocks, for a caller that renders the output of a template again; nil keeps it.
	Raw func(text string) string
}

// Environment contains what templates share. It is immutable and may be used by any number of goroutines.
type Environment struct {
	filters             map[string]Filter
	tests               map[string]Test
	globals             map[string]Value
	keepTrailingNewline bool
	raw                 func(string) string // may be nil
	workspaces          *sync.Pool          // of *workspace
}

// NewEnvironment returns an environment.
func NewEnvironment(o Options) *Environment {
	e := &Environment{
		filters: builtinFilters(), tests: builtinTests(), globals: builtinGlobals(),
		keepTrailingNewline: o.KeepTrailingNewline,
		raw:                 o.Raw,
		workspaces:          &sync.Pool{New: func() any { return new(workspace) }},
	}
	maps.Copy(e.filters, o.Filters)
	maps.Copy(e.tests, o.Tests)
	maps.Copy(e.globals, o.Globals)
	return e
}

// Compile reads a template. The error, if any, is an *Error.
func (e *Environment) Compile(name, text string) (*Template, error) {
	text = normalized(text, e.keepTrailingNewline)
	p, ids, err := compilePart(e, name, text)
	if err != nil {
		return nil, err
	}
	return &Template{
		env: e, name: name, parts: []linkedPart{{p, p.link, p.body}}, root: rootTable{names: ids}, flags: p.flags,
	}, nil
}

// HasSyntax reports whether a text contains anything but text for a template: {{, {% or {#.
func HasSyntax(text string) bool {
	for {
		i := strings.IndexByte(text, '{')
		if i < 0 || i+1 == len(text) {
			return false
		}
		switch text[i+1] {
		case '{', '%', '#':
			return true
		}
		text = text[i+1:]
	}
}
