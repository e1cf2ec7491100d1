package difference

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// Issues are the findings of a comparison.
type Issues struct {
	Blocking []Issue `json:"stop"` // they block the plan
	Warnings []Issue `json:"warn"`
}

// Warn adds warnings.
func (i *Issues) Warn(list ...Issue) {
	if len(list) > 0 {
		i.Warnings = sortIssues(slices.Concat(i.Warnings, list))
	}
}

// Issue is one finding.
type Issue struct {
	Code    string           `json:"code"`
	Node    transform.NodeID `json:"node,omitempty"`
	Name    string           `json:"name,omitempty"` // LOCATION.NAME
	File    string           `json:"file,omitempty"`
	Line    int32            `json:"line,omitempty"` // from 1; 0 is not known
	Message string           `json:"message"`
	Hint    string           `json:"hint,omitempty"`
	// OnlyWithRows is a query that returns one number. If that is 0, the issue does not exist. It is empty once that is known,
	// and for issues that do not depend on rows.
	OnlyWithRows string `json:"onlyWithRows,omitempty"`
}

// The codes of issues besides those of the compiler.
const (
	CodeDrift             = "drift"
	CodeMissing           = "object-missing"
	CodeNotNull           = "not-null-without-default"
	CodeRetypeMayFail     = "retype-may-fail"
	CodeTypeUnknown       = "type-unknown"
	CodeNameTaken         = "object-taken"
	CodePreviousUnknown   = "previous-unknown"
	CodeNothingToDrop     = "nothing-to-drop"
	CodeNotCompared       = "not-compared"
	CodeNameTooLong       = "name-too-long"
	CodeDeployedElsewhere = "deployed-elsewhere"
	CodeLeftBehind        = "left-behind"
	CodeInDoubt           = "in-doubt"
	CodeBlockedByView     = "held-by-view"
	CodePropertiesLost    = "rights-lost"
	CodeOtherPlatform     = "other-platform"
	CodeOutsideSelection  = "outside-selection"
	CodeFileTaken         = "file-taken"
	CodeNotAtomic         = "not-atomic"
	CodeAtLeastOnce       = "at-least-once"
	CodeNotPortable       = "not-portable"
)

// Drift is a difference between the deployed state of a node and the catalog.
type Drift struct {
	Node    transform.NodeID `json:"node"`
	Name    string           `json:"name"`   // LOCATION.NAME
	Object  string           `json:"object"` // qualified
	Message string           `json:"message"`
}

// sortIssues sorts issues by node, code and message, and removes duplicates.
func sortIssues(list []Issue) []Issue {
	if list == nil {
		return []Issue{}
	}
	slices.SortStableFunc(list, func(a, b Issue) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(list)
}
