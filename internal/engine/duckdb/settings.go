package duckdb

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

const (
	maxThreads = 1024
	// leastMemory is the minimum that DuckDB needs to work.
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
}

// Target reads the settings of a connection.
func (d *Driver) Target(c engine.Connection) (Target, error) {
	r := engine.NewReader(c)
	path := readPath(r, c)
	target := Target{Memory: readMemory(r), Threads: r.Number("threads", engine.Bounds{Least: 1, Most: maxThreads}), TempSpace: d.options.TempSpace}
	if err := r.Err(); err != nil {
		return Target{}, err
	}
	if err := checkDatabases(c.Databases); err != nil {
		return Target{}, err
	}
	target.Databases, target.ShowFolder = c.Databases, d.options.ShowFolder
	if target.Threads == 0 {
		target.Threads = d.options.Threads
	}
	if most := d.options.Memory; most > 0 && (target.Memory == 0 || target.Memory > most) {
		target.Memory = most
	}
	var err error
	target.Folder, err = d.folder(path, c)
	return target, err
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
	return ":memory:?" + options.Encode()
}

// inDuckDB writes a size in DuckDB's notation.
func inDuckDB(bytes int64) string { return strconv.FormatInt(bytes>>10, 10) + "KiB" }
