package portability

import (
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
)

// same is the form of an engine that has the construct itself.
const same = "="

// forms are the forms of a construct on the engines: the same, a text with {1} to {9} for the arguments, or nothing if the engine has
// none.
type forms struct {
	duckdb, postgres, trino, snowflake string
}

// on returns the form on an engine. It returns false for an engine that is not known here.
func (f forms) on(kind string) (string, bool) {
	switch kind {
	case enginekind.DuckDB, enginekind.DuckLake:
		return f.duckdb, true
	case enginekind.Postgres:
		return f.postgres, true
	case enginekind.Trino:
		return f.trino, true
	case enginekind.Snowflake:
		return f.snowflake, true
	}
	return "", false
}

// Knows reports whether the package knows the engine kind.
func Knows(kind string) bool {
	_, ok := forms{}.on(strings.ToLower(kind))
	return ok
}

// function is a function that not every engine has in the same form.
type function struct {
	name string // in upper case
	// arguments is the number of arguments for which the row is true; -1 for any number.
	arguments int
	forms     forms
	// sample are arguments to call it with, and want is the result as text, for tests.
	sample []string
	want   string
	// note says what to do where there is no form.
	note string
}

// fill puts arguments into a form.
func fill(form string, arguments []string) string {
	pairs := make([]string, 0, 2*len(arguments))
	for i, argument := range arguments {
		pairs = append(pairs, "{"+string(rune('1'+i))+"}", argument)
		if i == 8 {
			break
		}
	}
	return strings.NewReplacer(pairs...).Replace(form)
}
