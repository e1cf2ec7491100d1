package dbtimport

import (
	"fmt"
	"regexp"

	"github.com/millrace/millrace/internal/transform"
)

// plainColumn matches a name that needs no quotes.
var plainColumn = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// freshnessTests returns the tests of a source with thresholds: the one that warns continues, the other one halts.
func (x *conversion) freshnessTests(r *resource) []transform.NodeTest {
	set, isSet := r.config["freshness"]
	given, isMapping := set.value.(map[string]any)
	if !isSet || !isMapping {
		return nil
	}
	field := r.config.text("loaded_at_field")
	if !plainColumn.MatchString(field) {
		x.leaveFreshness(r, set, "it needs loaded_at_field with the name of one column")
		return nil
	}
	if given["filter"] != nil {
		x.leaveFreshness(r, set, "its filter has no counterpart")
		return nil
	}
	var tests []transform.NodeTest
	for _, threshold := range []struct {
		key       string
		continues bool
	}{{"warn_after", true}, {"error_after", false}} {
		age, ok := given[threshold.key].(map[string]any)
		if !ok {
			continue
		}
		count, isNumber := age["count"].(int64)
		unit, isText := age["period"].(string)
		if !isNumber || !isText {
			x.leaveFreshness(r, set, threshold.key+" needs count and period")
			continue
		}
		tests = append(tests, transform.NodeTest{
			Name: fmt.Sprintf("Freshness (%s)", threshold.key), ContinueOnFailure: threshold.continues,
			Template: fmt.Sprintf("{{ mr_test_freshness(%s, %d, %s) }}", quoteJinja(x.columnName(field)), count, quoteJinja(unit)),
		})
	}
	if len(tests) > 0 {
		x.report.Tests += len(tests)
		x.report.add(Entry{
			File: set.file, Line: set.line, Action: Adapted, Node: r.node.String(),
			Message: fmt.Sprintf("freshness of %s is %s of the source, which run with it", r.name, counted(len(tests), "test")),
			Hint:    "warn_after continues, error_after halts what reads the source.",
		})
	}
	return tests
}

func (x *conversion) leaveFreshness(r *resource, s setting, why string) {
	x.report.add(Entry{
		File: s.file, Line: s.line, Action: Left, Node: r.node.String(), Message: fmt.Sprintf("freshness of %s is not taken: %s", r.name, why),
		Hint: "Add a test to the source by hand.",
	})
}
