package refresh_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// never is the end date of a current version.
const never = "2999-12-31 00:00:00"

// version is one version of a row. Its times are named after the load in which they were written.
type version struct {
	id, name, city   string
	version          int
	current          string
	start, end       string
	created, updated string
}

// cityHistory is the expected history of cities.
type cityHistory []version

// load applies rows of id, name and city: a different city opens a new version, a different name overwrites the current
// version.
func (c cityHistory) load(moment string, rows [][3]string) cityHistory {
	for _, r := range rows {
		opened := version{r[0], r[1], r[2], 1, "Y", moment, never, moment, moment}
		last := slices.IndexFunc(c, func(e version) bool { return e.id == r[0] && e.current == "Y" })
		switch {
		case last < 0:
		case c[last].city != r[2]:
			c[last].current, c[last].end, c[last].updated = "N", moment, moment
			opened.version = c[last].version + 1
		default:
			if c[last].name != r[1] {
				c[last].name, c[last].updated = r[1], moment
			}
			continue
		}
		c = append(c, opened)
	}
	return c
}

func (c cityHistory) lines() []string {
	lines := make([]string, len(c))
	for i, e := range c {
		lines[i] = strings.Join([]string{
			e.id, e.name, e.city, fmt.Sprint(e.version), e.current, e.start, e.end, e.created, e.updated,
		}, "|")
	}
	slices.Sort(lines)
	return lines
}

// historyLoads are five loads, and the last of them repeated.
var historyLoads = [][][3]string{
	{{"1", "Ann", "Rome"}, {"2", "Bob", null}, {null, "Nemo", "Oslo"}},
	{{"1", "Anna", "Rome"}, {"2", "Bob", null}, {null, "Nemo", "Oslo"}},                       // NAME changes; it is not tracked
	{{"1", "Anna", "Oslo"}, {"2", "Bob", "Bern"}, {null, "Nemo", null}, {"3", "Cid", "Rome"}}, // from a value, from null, to null, and a new row
	{{"1", "Anna", "Rome"}, {"3", "Cyd", "Rome"}},                                             // back to an earlier value; some rows are missing
	{{"1", "Anna", "Rome"}, {"2", "Rob", "Bern"}, {null, "Nemo", "Oslo"}, {"3", "Cyd", null}}, // the missing rows are back
	{{"1", "Anna", "Rome"}, {"2", "Rob", "Bern"}, {null, "Nemo", "Oslo"}, {"3", "Cyd", null}},
}

func TestHistoryOverFiveLoads(t *testing.T) {
	t.Parallel()
	onEnginesAndTrino(t, func(s *fixture) {
		p := newProject()
		s.makeTable("PEOPLE")
		p.add(source("PEOPLE", rowColumns()...))
		p.add(node("persistentStage", "PSTG", columns("ID INTEGER key", "NAME VARCHAR", "CITY VARCHAR tracked"), "PEOPLE"))
		p.add(node("Dimension", "DIM", columns("ID INTEGER key", "NAME VARCHAR", "CITY VARCHAR tracked"), "PEOPLE"))
		const query = `SELECT r."ID" %s, r."NAME", r."CITY" @changeTracking FROM {{ ref('SRC', 'PEOPLE') }} AS r`
		p.query("Dimension", "SQL_DIM", fmt.Sprintf(query, "@businessKey"))
		p.query("Snapshot", "SNAP", fmt.Sprintf(query, "@uniqueKey"))
		c := s.compile(p, nil)
		s.install(c)
		var want cityHistory
		names := []string{"PSTG", "DIM", "SQL_DIM", "SNAP"}
		clocks := map[string]clock{}
		for _, name := range names {
			clocks[name] = clock{never: never}
		}
		for i, rows := range historyLoads {
			moment := fmt.Sprintf("load %d", i+1)
			s.fillCities(rows)
			s.refresh(c)
			want = want.load(moment, rows)
			for _, name := range names {
				s.expectHistory(name, clocks[name], moment, want.lines())
			}
		}
	})
}

func (s *fixture) fillCities(rows [][3]string) {
	s.t.Helper()
	list := make([]row, len(rows))
	for i, r := range rows {
		list[i] = row{r[0], r[1], r[2], null, null}
	}
	s.fill("PEOPLE", list...)
}

// clock names the times that a table contains.
type clock map[string]string

// learn names the new times. All rows that a load writes have the same time.
func (c clock) learn(moments []string, name string) error {
	var fresh []string
	for _, m := range moments {
		if c[m] == "" && !slices.Contains(fresh, m) {
			fresh = append(fresh, m)
		}
	}
	if len(fresh) > 1 {
		return fmt.Errorf("%s wrote the times %v, want one", name, fresh)
	}
	for _, m := range fresh {
		c[m] = name
	}
	return nil
}

// expectHistory compares a history with the expected one. Times are replaced by their names.
func (s *fixture) expectHistory(table string, names clock, load string, want []string) {
	s.t.Helper()
	const dates = 5 // number of columns before them
	columns := []string{
		"ID", "NAME", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG",
		"SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE",
	}
	var got []string
	for _, line := range s.read(s.selectTexts(out, table, columns)) {
		fields := strings.Split(line, "|")
		if err := names.learn(fields[dates:], load); err != nil {
			s.t.Error(table, err)
		}
		for i := dates; i < len(fields); i++ {
			fields[i] = names[fields[i]]
		}
		got = append(got, strings.Join(fields, "|"))
	}
	slices.Sort(got)
	s.compare(table+" after "+load, want, got)
}

// A Snapshot node by timestamp uses the times of its source.
func TestHistoryByTimestamp(t *testing.T) {
	t.Parallel()
	onEnginesAndTrino(t, func(s *fixture) {
		p := newProject()
		s.makeTable("PEOPLE")
		p.add(source("PEOPLE", rowColumns()...))
		p.query("Snapshot", "SNAP", "@snapshotStrategy(\"timestamp\", \"CHANGED\")\n"+selecting("PEOPLE", "ID @uniqueKey"))
		c := s.compile(p, nil)
		s.install(c)
		for _, load := range []struct{ rows, want []string }{
			{[]string{"1|Rome|3", "2|Rome|5"}, []string{"1|Rome|1|Y|3|-", "2|Rome|1|Y|5|-"}},
			{[]string{"1|Oslo|3", "2|Oslo|6"}, []string{"1|Rome|1|Y|3|-", "2|Rome|1|N|5|6", "2|Oslo|2|Y|6|-"}}, // changed, but not newer
			{[]string{"1|Oslo|9", "2|Bern|5"}, []string{"1|Rome|1|N|3|9", "1|Oslo|2|Y|9|-", "2|Rome|1|N|5|6", "2|Oslo|2|Y|6|-"}},
			{nil, []string{"1|Rome|1|N|3|9", "1|Oslo|2|Y|9|-", "2|Rome|1|N|5|6", "2|Oslo|2|Y|6|-"}},
		} {
			s.fill("PEOPLE", datedRows(load.rows)...)
			for range 2 {
				s.refresh(c)
				s.expectTable(out, "SNAP", []string{
					"ID", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE",
				}, withDays(load.want))
			}
		}
	})
}

// datedRows parses rows of id, city and day.
func datedRows(texts []string) []row {
	rows := make([]row, len(texts))
	for i, text := range texts {
		fields := strings.Split(text, "|")
		rows[i] = row{fields[0], null, fields[1], null, dayOf(fields[2])}
	}
	return rows
}

// withDays replaces the last two fields of each line, which are days, with timestamps.
func withDays(texts []string) []string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		fields := strings.Split(text, "|")
		fields[4], fields[5] = dayOf(fields[4]), dayOf(fields[5])
		lines[i] = strings.Join(fields, "|")
	}
	return lines
}

// dayOf returns a timestamp in January, or never for null.
func dayOf(text string) string {
	if text == null {
		return never
	}
	return "2024-01-0" + text + " 00:00:00"
}
