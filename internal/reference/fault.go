package reference

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
)

// Errors is the reference of errors: kinds of faults, and codes of diagnostics.
type Errors struct {
	Faults      []Fault              `json:"faults"`
	Diagnostics []diagnostic.Section `json:"diagnostics"`
}

// Fault describes a kind of fault, and how the interfaces show it.
type Fault struct {
	fault.Description

	HTTPStatus int `json:"httpStatus"`
	ExitCode   int `json:"exitCode"`
}

// OfErrors returns the reference of errors. The arguments are how HTTP and the command line show a kind.
func OfErrors(httpStatus, exitCode func(fault.Kind) int) Errors {
	var page Errors
	for _, d := range fault.Describe() {
		page.Faults = append(page.Faults, Fault{Description: d, HTTPStatus: httpStatus(d.Kind), ExitCode: exitCode(d.Kind)})
	}
	page.Diagnostics = diagnostic.Describe()
	return page
}

// errorExample is what `millrace validate` prints about the example. A test compares it.
const errorExample = `nodes/STAGE-STG_ORDERS.sql:5:20  error  column amont is not in o [unknown-column]
    → the columns are order_id, customer_id, status, amount and changed_at

3 nodes, 1 error, 0 warnings
`

// Markdown returns the page.
func (p Errors) Markdown() string {
	var m markdown
	m.begin("Errors")
	m.example(exampleOf("errors", "unknown-column"))
	m.code("sh", "millrace validate")
	m.code("text", errorExample)
	m.paragraph("An error says what failed, for which object, and what to do next. Over HTTP that is `errorString` and `errorDetail`; the command line " +
		"prints it with an arrow before the next step. Errors have a kind, and findings of the compiler have a code. Kinds and codes do not change.")
	m.paragraph("`millrace docs errors` prints this page, and `--json` its content for programs. [Troubleshooting](../troubleshooting.md) has more " +
		"about the frequent ones.")
	m.heading(2, "Kinds of errors")
	m.paragraph("The exit code of a command whose request a server rejected is 3, whatever the kind. The exit codes below are those of errors on this machine.")
	for _, f := range p.Faults {
		m.heading(3, string(f.Kind))
		m.paragraph(fmt.Sprintf("HTTP status %d, exit code %d. %s", f.HTTPStatus, f.ExitCode, f.Meaning))
		m.paragraph("**What to do.** " + f.Action)
	}
	for _, section := range p.Diagnostics {
		m.heading(2, section.Title)
		for _, d := range section.Codes {
			m.heading(3, string(d.Code))
			m.paragraph(d.Meaning)
			m.paragraph("**What to do.** " + d.Action)
		}
	}
	return m.String()
}
