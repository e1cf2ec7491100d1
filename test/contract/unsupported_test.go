package contract_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const unsupportedHead = `# Operations of the API that return 501 until a later version implements them, in alphabetical order.
# The list can only shrink: remove an operation when you implement it, and never add one.
`

// TestUnsupportedOperations calls every operation and compares those that return 501 with the list in testdata. It has
// no -update: shorten the list by hand.
func TestUnsupportedOperations(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/unsupported.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Fields(strings.TrimPrefix(string(raw), unsupportedHead))
	if !slices.IsSorted(listed) || !strings.HasPrefix(string(raw), unsupportedHead) {
		t.Error("testdata/unsupported.txt is not in order, or has lost its head")
	}
	w := newAPIFixture(t, apptest.Database{})
	cases := operationCases()
	for _, route := range loadDocument(t).Routes {
		id := route.Operation.ID
		response := w.tryGood(cases[id])
		_, onList := slices.BinarySearch(listed, id)
		switch later := response.Status == http.StatusNotImplemented; {
		case later && !onList:
			t.Errorf("%s returns 501 and is not on the list: the list can only shrink, so implement it", id)
		case !later && onList:
			t.Errorf("%s is implemented (status %d): remove it from testdata/unsupported.txt", id, response.Status)
		case later:
			wantFault(t, response, http.StatusNotImplemented, id+" is not in this version of Millrace", "a later version")
		}
		listed = slices.DeleteFunc(listed, func(name string) bool { return name == id })
	}
	if len(listed) > 0 {
		t.Errorf("testdata/unsupported.txt has %v, which the document does not", listed)
	}
}
