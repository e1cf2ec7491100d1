package duckdb

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
)

const (
	maxThreads = 1024
	// minMemory is the minimum that DuckDB needs to work.
	minMemory     = 64e6
	minMemoryText = "64MB"
)

// Target is where a DuckDB works and what it may use, read from the settings of a connection.
type Target struct {
	Folder    string            // absolute, with symbolic links resolved
	Memory    int64             // bytes; 0 lets DuckDB choose
	Threads   int               // 0 lets DuckDB choose
	TempSpace int64             // bytes on disk for data that does not fit into memory; 0 lets DuckDB choose
	Databases *engine.Databases // nil attaches all files of the folder
	// ShowFolder lets errors name the folder.
	ShowFolder bool
	// Lake is the only database, if it is not nil. The folder is then the DuckDB's own, for temporary data.
	Lake *Lake
}

// Kind returns the kind of engine.
func (t Target) Kind() string {
	if t.Lake != nil {
		return enginekind.DuckLake
	}
	return enginekind.DuckDB
}

// Capabilities returns those of the kind. A lake is not embedded, because other processes use it too, and has no keys.
func (t Target) Capabilities() engine.Capabilities {
	isLake := t.Lake != nil
	return engine.Capabilities{Embedded: enginekind.IsEmbedded(t.Kind()), EnforcesKeys: !isLake, Transactions: engine.FullTransactions}
}

// Target reads the settings of a connection.
func (d *Driver) Target(c engine.Connection) (Target, error) {
	r := engine.NewReader(c)
	path := readPath(r, c)
	target := d.Limits(r)
	if err := r.Err(); err != nil {
		return Target{}, err
	}
	if err := checkDatabases(c.Databases); err != nil {
		return Target{}, err
	}
	target.Databases, target.ShowFolder = c.Databases, d.options.ShowFolder
	var err error
	target.Folder, err = d.folder(path, c)
	return target, err
}

// Limits reads what a DuckDB may use: the settings memoryLimit and threads, within the driver's options.
func (d *Driver) Limits(r *engine.Reader) Target {
	target := Target{Memory: readMemory(r), Threads: r.Number("threads", engine.Bounds{Least: 1, Most: maxThreads}), TempSpace: d.options.TempSpace}
	if target.Threads == 0 {
		target.Threads = d.options.Threads
	}
	if most := d.options.Memory; most > 0 && (target.Memory == 0 || target.Memory > most) {
		target.Memory = most
	}
	return target
}

var memoryPattern = regexp.MustCompile(`^([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([KMGT])(i?)B$`)

// readMemory reads a size in DuckDB's notation.
func readMemory(r *engine.Reader) int64 {
	text := r.Text("memoryLimit", "")
	if text == "" {
		return 0
	}
	parts := memoryPattern.FindStringSubmatch(text)
	if parts == nil {
		r.Wrong("memoryLimit", "is not a size such as 2GB or 512MiB")
		return 0
	}
	size, _ := strconv.ParseFloat(parts[1], 64) // the pattern matches only numbers
	thousand := 1000.0
	if parts[3] == "i" {
		thousand = 1024
	}
	for range strings.Index("KMGT", parts[2]) + 1 {
		size *= thousand
	}
	if size < minMemory {
		r.Wrong("memoryLimit", "is less than "+minMemoryText)
	}
	return int64(size)
}

// source returns the name of an in-memory database with these limits. It is empty and loads nothing; files are attached
// to it.
func (t Target) source() string {
	options := url.Values{"autoinstall_known_extensions": {"false"}, "autoload_known_extensions": {"false"}}
	if t.Threads > 0 {
		options.Set("threads", strconv.Itoa(t.Threads))
	}
	if t.Memory > 0 {
		options.Set("memory_limit", inDuckDB(t.Memory))
	}
	if t.TempSpace > 0 {
		options.Set("max_temp_directory_size", inDuckDB(t.TempSpace))
	}
	if t.Lake != nil && t.Lake.isVerified {
		options.Set("allow_unsigned_extensions", "true")
	}
	return ":memory:?" + options.Encode()
}

// inDuckDB writes a size in DuckDB's notation.
func inDuckDB(bytes int64) string { return strconv.FormatInt(bytes>>10, 10) + "KiB" }
