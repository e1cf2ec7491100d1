package duckdbprocess

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

// Command starts a child: the program and its arguments.
type Command struct {
	Path string
	Args []string
}

// childArgument is the first argument of a program that runs as a child.
const childArgument = "duckdb-process"

// OwnCommand returns the command that starts the running program as a child. The program must have called RunAsChild:
// otherwise its child would do what the program does, and start children itself.
func OwnCommand() (Command, error) {
	if !canBeChild.Load() {
		return Command{}, errors.New("the program did not call duckdbprocess.RunAsChild, so it cannot start itself as a child")
	}
	path, err := os.Executable()
	return Command{Path: path, Args: []string{childArgument}}, err
}

//nolint:gochecknoglobals // a property of the running program
var canBeChild atomic.Bool

// processLimits are what the operating system allows a child.
type processLimits struct {
	memory int64 // bytes; 0 for no limit
}

// backstop is how many times the limit of the supervisor the operating system allows.
const backstop = 2

// process is a started process.
type process struct {
	command *exec.Cmd
	lastly  *tail
	done    chan struct{} // closed when it has ended
	status  string        // how it ended; read it after done
}

// startProcess starts a child, and returns the server's end of its socket.
func startProcess(c Command, limits processLimits) (*process, net.Conn, error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, nil, err
	}
	defer theirs.Close() //nolint:errcheck // the child has its own copy
	socket, err := net.FileConn(ours)
	if err = errors.Join(err, ours.Close()); err != nil { // FileConn works on a copy
		return nil, nil, err
	}
	p := &process{lastly: &tail{}, done: make(chan struct{})}
	//nolint:gosec,noctx // it is this program, and it outlives the call that starts it
	p.command = exec.Command(c.Path, append(c.Args, strconv.FormatInt(backstop*limits.memory, 10))...)
	p.command.Env = []string{}
	p.command.ExtraFiles = []*os.File{theirs}
	p.command.Stderr = p.lastly
	p.command.SysProcAttr = attributes()
	started := make(chan error, 1)
	go p.run(started)
	if err := <-started; err != nil {
		return nil, nil, errors.Join(err, socket.Close())
	}
	return p, socket, nil
}

// run starts the process and waits for its end in one thread: on Linux the kernel kills a child when the thread that
// started it ends.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := p.command.Start(); err != nil {
		started <- err
		return
	}
	started <- nil
	err := p.command.Wait()
	p.status = "it ended without an error"
	if err != nil {
		p.status = err.Error()
	}
	if text := p.lastly.String(); text != "" {
		p.status += ": " + text
	}
	close(p.done)
}

// kill ends the process at once.
func (p *process) kill() { _ = p.command.Process.Kill() } // fails only if it has ended

// wait waits until the process has ended, and says how.
func (p *process) wait() string {
	<-p.done
	return p.status
}

// socketPair returns two connected sockets.
func socketPair() (ours, theirs *os.File, err error) {
	syscall.ForkLock.RLock() // so that no other new process inherits them
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(pair[0])
		syscall.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(pair[0]), "server"), os.NewFile(uintptr(pair[1]), "child"), nil
}

// maxTail is how much of the child's error output is kept.
const maxTail = 4 << 10

// tail keeps the end of a text.
type tail struct {
	mu  sync.Mutex
	raw []byte
}

// Write appends to the text.
func (t *tail) Write(raw []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.raw = append(t.raw, raw...)
	if over := len(t.raw) - maxTail; over > 0 {
		t.raw = t.raw[over:]
	}
	return len(raw), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.raw), ""))
}
