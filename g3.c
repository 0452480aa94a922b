extern int *get(void);
int main(void){ int *p = get(); int *q = p; if (!p) return 0; q += 3; return *q; }
