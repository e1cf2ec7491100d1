package render

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
)

// compilePart compiles a text of macros. A macro that does not compile, or that hides a name of the engine, is reported and left
// undefined; the others stay. The result is nil if nothing is left.
func (b *preludeBuilder) compilePart(text string, from origin) *jinja.Template {
	part, err := b.environment.Compile(from.name, text)
	if err != nil {
		if part = b.compileRest(text, from, err); part == nil {
			return nil
		}
	}
	hidden := b.hiddenNames(part, from)
	if len(hidden) == 0 {
		return part
	}
	// The rest is compiled again from its text, because a compiled macro cannot be removed.
	kept := keepMacros(text, func(macro string) bool { return b.isSound(macro) && !b.hidesAny(macro, hidden) })
	if part, err = b.environment.Compile(from.name, kept); err != nil {
		return nil
	}
	return part
}

// compileRest compiles a text without the macros that do not compile, and reports these.
func (b *preludeBuilder) compileRest(text string, from origin, err error) *jinja.Template {
	reported := false
	for _, span := range jinja.MacroSpans(text) {
		if _, err := b.environment.Compile(from.name, text[span.Start:span.End]); err != nil {
			b.found = append(b.found, macroFault(err, from.inside(text, span.Start)))
			reported = true
		}
	}
	rest := keepMacros(text, b.isSound)
	part, restErr := b.environment.Compile(from.name, rest)
	if restErr == nil && reported {
		return part
	}
	// The error is outside of the macros: only they are kept.
	if restErr == nil {
		restErr = err
	}
	b.found = append(b.found, macroFault(restErr, from))
	if part, err = b.environment.Compile(from.name, onlyMacros(rest)); err != nil {
		return nil
	}
	return part
}

// isSound reports whether the text of a macro compiles.
func (b *preludeBuilder) isSound(macro string) bool {
	_, err := b.environment.Compile("macro", macro)
	return err == nil
}

// hiddenNames reports the names of the engine that a part sets for all templates, and returns them.
func (b *preludeBuilder) hiddenNames(part *jinja.Template, from origin) map[string]bool {
	var hidden map[string]bool
	for _, d := range part.Definitions() {
		if !isEngineName(d.Name) {
			continue
		}
		if hidden == nil {
			hidden = map[string]bool{}
		}
		hidden[d.Name] = true
		b.found = append(b.found, hiddenName(d).At(from.file, from.position(d.Line, d.Column)))
	}
	return hidden
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

// hidesAny reports whether the text of a macro defines one of the names.
func (b *preludeBuilder) hidesAny(macro string, names map[string]bool) bool {
	part, err := b.environment.Compile("macro", macro)
	if err != nil {
		return false
	}
	for _, d := range part.Definitions() {
		if d.IsMacro && names[d.Name] {
			return true
		}
	}
	return false
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
