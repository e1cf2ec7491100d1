package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/lockfile"
)

// dataPause keeps all processes from the files of embedded DuckDB while a backup copies them.
//
// If no process owns the data folder, the backup owns it meanwhile. Otherwise it asks the owner through two files in the data
// folder: it locks backup.request, and the server answers in backup.response when no process has the files open. The server goes
// on when the lock ends, however the backup ends.
type dataPause struct {
	folder string
	owned  *folder        // if no server runs
	asked  *lockfile.Lock // if one does
	answer pauseResponse  // of the server that was asked
}

const (
	pauseRequestFile  = "backup.request"
	pauseResponseFile = "backup.response"

	// dataPatience is how long sessions of DuckDB may take to end. New ones wait that long, so it is shorter than their own limits.
	dataPatience = 20 * time.Second
	// responsePatience is how long a backup waits for the server's response.
	responsePatience = dataPatience + 20*time.Second
	responseInterval = 20 * time.Millisecond
)

// pauseResponse is the content of backup.response.
type pauseResponse struct {
	Request string `json:"request"`
	Server  string `json:"server"` // differs for each start of a server
	Problem string `json:"problem,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// pauseData waits until no process has the files open.
func pauseData(ctx context.Context, path string) (*dataPause, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, noState(path)
	}
	p := &dataPause{folder: path}
	owned, err := openFolder(path)
	if err == nil {
		p.owned = owned
		return p, nil
	}
	if !fault.Is(err, fault.Conflict) {
		return nil, err
	}
	return p, p.ask(ctx)
}

// ask asks the server that owns the folder, and waits for its response.
func (p *dataPause) ask(ctx context.Context) error {
	request := filepath.Join(p.folder, pauseRequestFile)
	lock, err := lockfile.Take(request)
	var inUse *lockfile.InUseError
	switch {
	case errors.As(err, &inUse):
		return fault.New(fault.Conflict, "another backup with data is in progress in %s", inUse.Owner).WithHint("Wait for it.")
	case err != nil:
		return fault.Wrap(err, fault.Invalid, "cannot write to the data folder %s", p.folder).WithHint("Run the backup as the user of the server.")
	}
	p.asked = lock
	token := rand.Text()
	if err := os.WriteFile(request, []byte(token), 0o600); err != nil {
		return errors.Join(err, p.resume())
	}
	if err := p.awaitResponse(ctx, token); err != nil {
		return errors.Join(err, p.resume())
	}
	return nil
}

func (p *dataPause) awaitResponse(ctx context.Context, token string) error {
	for deadline := time.Now().Add(responsePatience); time.Now().Before(deadline); {
		if response := p.response(); response.Request == token {
			p.answer = response
			if response.Problem != "" {
				return fault.New(fault.Unavailable, "%s", response.Problem).WithHint("%s", response.Hint)
			}
			return nil
		}
		if err := backoff.Sleep(ctx, responseInterval); err != nil {
			return err
		}
	}
	return fault.New(fault.Unavailable, "the server that owns %s did not pause its embedded DuckDB", p.folder).
		WithHint("Check that it is of this version, or stop it for the backup.")
}

// response returns what a server has answered; empty if none has.
func (p *dataPause) response() (response pauseResponse) {
	raw, err := os.ReadFile(filepath.Join(p.folder, pauseResponseFile))
	if err != nil || json.Unmarshal(raw, &response) != nil {
		return pauseResponse{}
	}
	return response
}

// check returns an error if the server that paused has ended. Another one may have opened the files since.
func (p *dataPause) check() error {
	if p.asked == nil || p.response() == p.answer {
		return nil
	}
	return fault.New(fault.Unavailable, "the server of %s stopped or started during the backup, so the copied data may be incomplete", p.folder).
		WithHint("Run the backup again.")
}

// resume lets the server go on.
func (p *dataPause) resume() error {
	if p.owned != nil {
		owned := p.owned
		p.owned = nil
		return owned.Close()
	}
	if p.asked == nil {
		return nil
	}
	asked := p.asked
	p.asked = nil
	return errors.Join(os.Remove(filepath.Join(p.folder, pauseRequestFile)), asked.Release())
}

// copy writes the files of embedded DuckDB: databases, their logs, and data files of users. Nothing has changed them meanwhile.
func (p *dataPause) copy(ctx context.Context, w *backup.Writer) error {
	if err := p.copyAll(ctx, w); err != nil {
		return err
	}
	return p.check()
}

func (p *dataPause) copyAll(ctx context.Context, w *backup.Writer) error {
	root, err := filepath.EvalSymlinks(filepath.Join(p.folder, dataName)) // it may be on another disk
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing used embedded DuckDB yet
	}
	if err != nil {
		return err
	}
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case isScratch(entry.Name()) && entry.IsDir():
			return filepath.SkipDir
		case isScratch(entry.Name()), entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			return fault.New(fault.Conflict, "%s is neither a file nor a folder", path).WithHint("Back it up in another way, and move it out of the data folder.")
		}
		return copyFile(w, root, path)
	})
}

// isScratch reports whether a name is of a lock or of temporary files of DuckDB.
func isScratch(name string) bool { return strings.HasPrefix(name, ".millrace-") }

func copyFile(w *backup.Writer, root, path string) (err error) {
	name, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return w.File(dataName+"/"+filepath.ToSlash(name), info.Size(), file)
}

// dataPauser is the server's part: it pauses the embedded DuckDB while a backup asks for it.
type dataPauser struct {
	folder string
	server string // id of this process
	pause  func(ctx context.Context, below string) (resume func(), err error)
	warn   func(message string, args ...any)
}

// pauserInterval is how often the server looks for a request.
const pauserInterval = 200 * time.Millisecond

// run answers requests until the context ends.
func (p *dataPauser) run(ctx context.Context) {
	for backoff.Sleep(ctx, pauserInterval) == nil {
		if token := p.request(); token != "" {
			p.answer(ctx, token)
		}
	}
}

// request returns the token of a backup that waits; empty if there is none.
func (p *dataPauser) request() string {
	path := filepath.Join(p.folder, pauseRequestFile)
	raw, err := os.ReadFile(path)
	if err != nil || len(raw) == 0 {
		return ""
	}
	var inUse *lockfile.InUseError
	if err := lockfile.Check(path); !errors.As(err, &inUse) {
		_ = os.Remove(path) // a backup that was killed left it
		return ""
	}
	return string(bytes.TrimSpace(raw))
}

// dataFolder returns the folder of the files without symbolic links, as connections know it.
func (p *dataPauser) dataFolder() string {
	if resolved, err := filepath.EvalSymlinks(filepath.Join(p.folder, dataName)); err == nil {
		return resolved
	}
	if resolved, err := filepath.EvalSymlinks(p.folder); err == nil {
		return filepath.Join(resolved, dataName)
	}
	return filepath.Join(p.folder, dataName)
}

// answer pauses the embedded DuckDB until the backup has ended.
func (p *dataPauser) answer(ctx context.Context, token string) {
	waiting, cancel := context.WithTimeout(ctx, dataPatience)
	defer cancel()
	resume, err := p.pause(waiting, p.dataFolder())
	response := pauseResponse{Request: token, Server: p.server}
	if err != nil {
		response.Problem, response.Hint = fault.From(err).Message, fault.From(err).Hint
	} else {
		defer resume()
	}
	raw, err := json.Marshal(response)
	if err == nil {
		err = os.WriteFile(p.responsePath(), raw, 0o600)
	}
	if err != nil {
		p.warn("backup not answered", "error", err.Error())
	}
	for p.request() == token && backoff.Sleep(ctx, pauserInterval) == nil { //nolint:revive // it waits for the end of the backup
	}
	_ = p.withdraw() // the next one is about another request
}

// withdraw removes the response. A server does it before it opens a file of DuckDB: if the one before was killed while a backup
// copied, the backup must learn that the pause has ended.
func (p *dataPauser) withdraw() error {
	err := os.Remove(p.responsePath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (p *dataPauser) responsePath() string { return filepath.Join(p.folder, pauseResponseFile) }
