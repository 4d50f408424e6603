# The note of an object whose code tests the tables itself.
	.section .note.gomarmot,"a",@note
	.p2align 2
	.long 9, 2f - 1f, 1
	.asciz "gomarmot"
	.p2align 2
1:	.asciz "plugin 0.3 x.c"
2:	.p2align 2
	.section .note.GNU-stack,"",@progbits
