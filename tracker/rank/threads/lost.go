package threads

// lose forgets the open calls: their leave records may be among the missing.
func (t *Thread) lose() {
	for len(t.Stack) > 0 {
		t.Pop()
	}
}
