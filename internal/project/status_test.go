package project_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
)

// machine is every pair of statuses: a row is where an environment comes from, a column where it goes, and x is a move
// that is allowed. The columns are in the order of the rows.
const machine = `
Initializing    .x......x
Waiting         ..x.x.x.x
Deploying       .x.x....x
Failed Deploy   ..x.x...x
Refreshing      .x.x.x..x
Failed Refresh  ..x.x...x
Running Dev Run .x.....xx
Failed Dev Run  ......x.x
Deleting        .........
`

func TestStatusMachine(t *testing.T) {
	t.Parallel()
	var drawn strings.Builder
	drawn.WriteString("\n")
	for _, from := range project.Statuses() {
		drawn.WriteString(string(from) + strings.Repeat(" ", 16-len(from)))
		for _, to := range project.Statuses() {
			mark := "."
			if project.CanMove(from, to) {
				mark = "x"
			}
			drawn.WriteString(mark)
		}
		drawn.WriteString("\n")
	}
	if diff := cmp.Diff(machine, drawn.String()); diff != "" {
		t.Errorf("the machine is not as drawn (-want +got):\n%s", diff)
	}
}

func TestMove(t *testing.T) {
	t.Parallel()
	if got := len(project.Statuses()); got != 9 {
		t.Errorf("there are %d words, want nine", got)
	}
	for _, from := range project.Statuses() {
		for _, to := range project.Statuses() {
			err := project.Move(from, to)
			if project.CanMove(from, to) != (err == nil) {
				t.Errorf("%s to %s: got %v, allowed is %t", from, to, err, project.CanMove(from, to))
			}
			if err != nil && (!fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), fmt.Sprintf("from %q to %q", from, to))) {
				t.Errorf("%s to %s: got %v, want a conflict that names both", from, to, err)
			}
		}
	}
}

func TestUnknownStatusIsRejected(t *testing.T) {
	t.Parallel()
	for _, word := range []project.Status{"", "waiting", "WAITING", "Asleep"} {
		for _, status := range project.Statuses() {
			if project.CanMove(word, status) || project.CanMove(status, word) {
				t.Errorf("%q is taken for a status: there is a move from or to %s", word, status)
			}
		}
	}
}
