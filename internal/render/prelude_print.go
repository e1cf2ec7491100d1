package render

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// checkPrinted warns about macros that print text outside of any macro: it is dropped, and was probably meant to be
// inside one. Macros that need a node are not checked.
func (r *Renderer) checkPrinted(p *transform.Project) []diagnostic.Diagnostic {
	variables := jinja.Variables{}
	for _, name := range targetNames() {
		variables[name], _ = r.targetVariable(name)
	}
	text, err := r.preludes.of("").Render(jinja.Input{Scope: variables, Limits: jinja.Limits{Interrupt: r.target.Interrupt}})
	if err != nil {
		return nil
	}
	printed, _, _ := strings.Cut(text, r.marker.begin)
	if isBlankSQL(statement(printed)) {
		return nil
	}
	d := diagnostic.Diagnostic{
		Code: diagnostic.TemplateWarning, Severity: diagnostic.Warning,
		Message: fmt.Sprintf("the macros print text, which is dropped: %s", snippet(printed)),
		Hint:    "put it inside {% macro %} or a comment {# … #}",
	}
	return []diagnostic.Diagnostic{locatePrinted(d, p, printed)}
}

// locatePrinted sets the position to the macros that contain the first line of the printed text.
func locatePrinted(d diagnostic.Diagnostic, p *transform.Project, printed string) diagnostic.Diagnostic {
	line, _, _ := strings.Cut(strings.TrimSpace(printed), "\n")
	for _, m := range allMacros(p) {
		if at := strings.Index(m.Text, line); at >= 0 {
			return d.At(m.File, m.At.Inside(m.Text, at))
		}
	}
	return d
}

// allMacros returns the macros of the project and its packages.
func allMacros(p *transform.Project) []transform.Macro {
	all := append([]transform.Macro(nil), p.Macros...)
	for i := range p.Packages {
		own := &p.Packages[i]
		all = append(all, transform.Macro{Text: own.Variables, File: own.File, At: own.VariablesAt})
		all = append(all, own.Macros...)
	}
	return all
}
