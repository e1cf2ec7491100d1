package dbtimport

import (
	"cmp"
	"slices"
)

// Action says what the import did with a part of the dbt project.
type Action string

// The actions.
const (
	Taken   Action = "taken"   // it means the same in the new project
	Adapted Action = "adapted" // it is in the new project, in another form that the entry explains
	Left    Action = "left"    // it is not in the new project, or it is there and switched off
)

// Entry is one line of the report.
type Entry struct {
	File    string `json:"file"`           // in the dbt project
	Line    int    `json:"line,omitempty"` // from 1; 0 is the whole file
	Action  Action `json:"action"`
	Node    string `json:"node,omitempty"` // LOCATION.NAME in the new project
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // what to do
}

// Report says what an import did.
type Report struct {
	Project string   `json:"project"` // name of the dbt project
	Folder  string   `json:"folder"`  // of the new project
	Nodes   int      `json:"nodes"`
	Tests   int      `json:"tests"`
	Macros  int      `json:"macros"`
	Taken   int      `json:"taken"`
	Adapted int      `json:"adapted"`
	Left    int      `json:"left"`
	Files   []string `json:"files"`          // written, as paths in the folder
	Kept    []string `json:"kept,omitempty"` // edited since the last import, and not replaced
	Entries []Entry  `json:"entries"`

	known map[Entry]bool
}

// add adds an entry once.
func (r *Report) add(e Entry) {
	if r.known == nil {
		r.known = map[Entry]bool{}
	}
	if !r.known[e] {
		r.known[e] = true
		r.Entries = append(r.Entries, e)
	}
}

// finish sorts the entries by file and line, and counts them.
func (r *Report) finish() {
	slices.SortStableFunc(r.Entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Action, b.Action), cmp.Compare(a.Message, b.Message))
	})
	r.Taken, r.Adapted, r.Left = 0, 0, 0
	for i := range r.Entries {
		switch r.Entries[i].Action {
		case Taken:
			r.Taken++
		case Adapted:
			r.Adapted++
		case Left:
			r.Left++
		}
	}
}
