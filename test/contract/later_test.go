package contract_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const laterHead = `# Operations of the interface that answer 501 until a later version carries them out, in alphabetical order.
# The list can only shrink: whoever builds one takes it out here, and nothing is ever added.
`

// TestWhatComesLater asks every operation and compares those that answer 501 with the list in testdata. There is no
// -update for it: the list is shortened by hand.
func TestWhatComesLater(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/later.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Fields(strings.TrimPrefix(string(raw), laterHead))
	if !slices.IsSorted(listed) || !strings.HasPrefix(string(raw), laterHead) {
		t.Error("testdata/later.txt is not in order, or has lost its head")
	}
	w := newWorld(t, apptest.Database{})
	cases := operationCases()
	for _, route := range theDocument(t).Routes {
		id := route.Operation.ID
		answer := w.tryGood(cases[id])
		_, onList := slices.BinarySearch(listed, id)
		switch later := answer.Status == http.StatusNotImplemented; {
		case later && !onList:
			t.Errorf("%s answers 501 and is not on the list: the list can only shrink, so build it", id)
		case !later && onList:
			t.Errorf("%s is built (it answers %d): take it out of testdata/later.txt", id, answer.Status)
		case later:
			wantFault(t, answer, http.StatusNotImplemented, id+" is not in this version of Millrace", "a later version")
		}
		listed = slices.DeleteFunc(listed, func(name string) bool { return name == id })
	}
	if len(listed) > 0 {
		t.Errorf("testdata/later.txt has %v, which the document does not", listed)
	}
}
