/* The program of callcost.c, which is a library here: its main is bench_main. */
int bench_main(int argc, char **argv);

int main(int argc, char **argv)
{
	return bench_main(argc, argv);
}
