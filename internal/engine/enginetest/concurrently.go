package enginetest

import "sync"

// together calls do n times at once and returns the results.
func together(n int, do func(i int) error) []error {
	outcomes := make([]error, n)
	start := make(chan struct{})
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() {
			<-start
			outcomes[i] = do(i)
		})
	}
	close(start)
	running.Wait()
	return outcomes
}
