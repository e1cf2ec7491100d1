package render

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
)

// compilePart compiles a text of macros. A macro that does not compile, or that hides a name of the engine, is reported and left
// undefined; the others stay. The same holds for variables. The result is nil if nothing is left.
func (b *preludeBuilder) compilePart(text string, from origin) *jinja.Template {
	part, err := b.environment.Compile(from.name, text)
	if err != nil {
		text = b.soundPart(text, from, err)
		if part, err = b.environment.Compile(from.name, text); err != nil {
			return nil
		}
	}
	hidden := b.hiddenNames(part, from)
	if len(hidden) == 0 {
		return part
	}
	// The text is compiled again, because a compiled definition cannot be removed.
	if part, err = b.environment.Compile(from.name, renameDefinitions(text, hidden)); err != nil {
		return nil
	}
	return part
}

// soundPart returns a text without the macros that do not compile, and reports these. If there is an error outside of the macros,
// only they are kept.
func (b *preludeBuilder) soundPart(text string, from origin, err error) string {
	reported := false
	for _, span := range jinja.MacroSpans(text) {
		if _, err := b.environment.Compile(from.name, text[span.Start:span.End]); err != nil {
			b.found = append(b.found, macroFault(err, from.inside(text, span.Start)))
			reported = true
		}
	}
	rest := keepMacros(text, b.isSound)
	_, restErr := b.environment.Compile(from.name, rest)
	if restErr == nil && reported {
		return rest
	}
	if restErr == nil {
		restErr = err
	}
	b.found = append(b.found, macroFault(restErr, from))
	return onlyMacros(rest)
}

// isSound reports whether the text of a macro compiles.
func (b *preludeBuilder) isSound(macro string) bool {
	_, err := b.environment.Compile("macro", macro)
	return err == nil
}

// hiddenNames reports the names of the engine that a part sets for all templates, and returns their definitions.
func (b *preludeBuilder) hiddenNames(part *jinja.Template, from origin) []jinja.Definition {
	var hidden []jinja.Definition
	for _, d := range part.Definitions() {
		if isEngineName(d.Name) {
			hidden = append(hidden, d)
			b.found = append(b.found, hiddenName(d).At(from.file, from.position(d.Line, d.Column)))
		}
	}
	return hidden
}

// renameDefinitions replaces the names in definitions by underscores, so that nothing is defined under them. All other text keeps
// its position.
func renameDefinitions(text string, definitions []jinja.Definition) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	for _, d := range definitions {
		line := []rune(lines[d.Line-1])
		for i := range d.Name { // names of the engine are ASCII
			line[d.Column-1+i] = '_'
		}
		lines[d.Line-1] = string(line)
	}
	return strings.Join(lines, "\n")
}

func hiddenName(d jinja.Definition) diagnostic.Diagnostic {
	what, effect := "variable", "it would hide it in all templates"
	if d.IsMacro {
		what, effect = "macro", "it is not defined: it would hide it in all templates"
	}
	return diagnostic.Diagnostic{
		Code: diagnostic.MacroName, Severity: diagnostic.Error,
		Message: fmt.Sprintf("the %s %s has the name of %s; %s", what, d.Name, engineName(d.Name), effect),
		Hint:    "rename it here and where it is used",
	}
}

// isEngineName reports whether templates need the meaning that the engine gives to a name. The functions that compute texts,
// such as get_source_transform, are not among them: projects may replace these.
func isEngineName(name string) bool { return engineName(name) != "" }

// engineName describes what templates find under a name of the engine; "" for any other name.
func engineName(name string) string {
	switch name {
	case "config":
		return "the options of a node"
	case "node", "columns", "sources", "this", "seed", "desiredState", "currentState":
		return "a part of the node"
	case "storageLocations", "parameters", "dialect":
		return "a part of the target"
	case "ref", "ref_link", "ref_no_link", commentRef, "stage", "test_stage":
		return "a function of the engine"
	default:
		return ""
	}
}

// keepMacros replaces the macros for which keep returns false by spaces, so that all other text keeps its position.
func keepMacros(text string, keep func(macro string) bool) string {
	kept := []byte(text)
	for _, span := range jinja.MacroSpans(text) {
		if !keep(text[span.Start:span.End]) {
			blank(kept[span.Start:span.End])
		}
	}
	return string(kept)
}

// onlyMacros replaces everything but the macros by spaces.
func onlyMacros(text string) string {
	kept := []byte(text)
	from := 0
	for _, span := range jinja.MacroSpans(text) {
		blank(kept[from:span.Start])
		from = span.End
	}
	blank(kept[from:])
	return string(kept)
}

// blank replaces a text by spaces. Lines keep their numbers.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

// inside returns the origin of the rest of a text from an offset on.
func (o origin) inside(text string, offset int) origin {
	before := text[:offset]
	lines := strings.Count(before, "\n")
	at := o.position(lines+1, 1)
	first := at
	first.Column += int32(len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))) //nolint:gosec // texts are far smaller
	return origin{name: o.name, file: o.file, at: first, next: at.Column}
}
