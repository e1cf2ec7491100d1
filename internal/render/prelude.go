package render

import (
	"cmp"
	"errors"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// preludes are the texts that precede every template, compiled once. There is one for each package, because the package
// of a node type overrides all other packages; "" is the one for all other node types.
type preludes struct {
	byPackage map[string]*jinja.Template
	origins   map[string]origin // by the name of the part
}

type preludeInput struct {
	environment *jinja.Environment
	project     *transform.Project
	library     string
	marker      marker
}

// libraryName is the name of the library's macros in messages.
const libraryName = "the library's macros"

func newPreludes(in preludeInput) (*preludes, []diagnostic.Diagnostic) {
	b := preludeBuilder{environment: in.environment, origins: map[string]origin{}}
	first := b.compile(in.library, origin{name: libraryName})
	packages := slices.Clone(in.project.Packages)
	slices.SortFunc(packages, func(x, y transform.Package) int { return cmp.Compare(x.Alias, y.Alias) })
	middle := make([][]*jinja.Template, len(packages))
	for i := range packages {
		middle[i] = b.packageParts(&packages[i])
	}
	var last []*jinja.Template
	for _, m := range in.project.Macros {
		last = append(last, b.compile(m.Text, origin{name: m.File, file: m.File, at: m.At})...)
	}
	last = append(last, b.compile(in.marker.begin, origin{name: "begin"})...)

	all := slices.Concat(first, slices.Concat(middle...), last)
	byPackage := map[string]*jinja.Template{"": jinja.Join("prelude", all...)}
	for i := range packages {
		others := slices.Concat(slices.Concat(middle[:i]...), slices.Concat(middle[i+1:]...))
		byPackage[packages[i].Alias] = jinja.Join("prelude", slices.Concat(first, others, middle[i], last)...)
	}
	return &preludes{byPackage: byPackage, origins: b.origins}, b.found
}

// of returns the prelude for node types of a package.
func (p *preludes) of(alias string) *jinja.Template {
	if own, ok := p.byPackage[alias]; ok {
		return own
	}
	return p.byPackage[""]
}

// preludeBuilder compiles the parts and records the origin of each.
type preludeBuilder struct {
	environment *jinja.Environment
	origins     map[string]origin
	found       []diagnostic.Diagnostic
}

func (b *preludeBuilder) packageParts(p *transform.Package) []*jinja.Template {
	parts := b.compile(p.Variables, origin{name: p.File, file: p.File, at: p.VariablesAt})
	for _, m := range p.Macros {
		parts = append(parts, b.compile(m.Text, origin{name: m.File, file: m.File, at: m.At})...)
	}
	return parts
}

// compile returns one part, or nothing for a text without definitions that compile.
func (b *preludeBuilder) compile(text string, from origin) []*jinja.Template {
	if text == "" {
		return nil
	}
	for _, taken := b.origins[from.name]; taken; _, taken = b.origins[from.name] {
		from.name += "'" // a file with two texts
	}
	b.origins[from.name] = from
	part := b.compilePart(text, from)
	if part == nil {
		return nil
	}
	return []*jinja.Template{part}
}

func macroFault(err error, from origin) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Code: diagnostic.MacroSyntax, Severity: diagnostic.Error, File: from.file, Message: err.Error()}
	if fault, ok := errors.AsType[*jinja.Error](err); ok {
		d.Message, d.Hint = fault.Message, fault.Hint
		d = d.At(from.file, from.position(fault.Line, fault.Column))
	}
	return d
}
