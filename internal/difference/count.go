package difference

import "slices"

// Counts are the queries for numbers of rows that the result is waiting for, each once. Each gives one number. Those come first
// without whose answer the plan is stopped.
func (r *Result) Counts() []string {
	var stops, losses []string
	for _, issue := range r.Issues.Stop {
		if issue.OnlyWithRows != "" {
			stops = append(stops, issue.OnlyWithRows)
		}
	}
	for i := range r.Changes {
		for _, d := range r.Changes[i].Destroys {
			if d.Rows == nil && !slices.Contains(stops, d.CountQuery) {
				losses = append(losses, d.CountQuery)
			}
		}
	}
	slices.Sort(stops)
	slices.Sort(losses)
	return slices.Concat(slices.Compact(stops), slices.Compact(losses))
}

// Counted takes the numbers of rows in, by query. Issues that only tables with rows have go away for those without. What
// was not counted stays open.
func (r *Result) Counted(rows map[string]int64) {
	for i := range r.Changes {
		destroys := r.Changes[i].Destroys
		for k := range destroys {
			if n, known := rows[destroys[k].CountQuery]; known {
				destroys[k].Rows = &n
			}
		}
	}
	r.Issues.Stop = slices.DeleteFunc(r.Issues.Stop, func(issue Issue) bool {
		n, known := rows[issue.OnlyWithRows]
		return issue.OnlyWithRows != "" && known && n == 0
	})
	for i := range r.Issues.Stop {
		if _, known := rows[r.Issues.Stop[i].OnlyWithRows]; known {
			r.Issues.Stop[i].OnlyWithRows = ""
		}
	}
}
