extern int *get(void);
int main(void){ int *p = get(); if (p) return p[3]; return 0; }
