package diagnostic_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/diagnostic"
)

func TestManyEqualFindingsAreOneGroup(t *testing.T) {
	t.Parallel()
	var list []diagnostic.Diagnostic
	for i := range 10 {
		list = append(list, diagnostic.Diagnostic{
			Code: diagnostic.UnknownKey, Severity: diagnostic.Warning, File: fmt.Sprintf("nodes/%d.yml", i/2), Line: int32(i), Message: "same",
		})
	}
	for i := range 3 {
		list = append(list, diagnostic.Diagnostic{Code: diagnostic.UnknownKey, Severity: diagnostic.Warning, File: "z.yml", Line: int32(i), Message: "few"})
	}
	groups := diagnostic.GroupRepeated(list)
	if len(groups) != 4 || groups[0].More != 9 || groups[0].Files != 5 || groups[0].Line != 0 || groups[3].More != 0 || groups[3].Line != 2 {
		t.Errorf("groups %+v", groups)
	}
}
