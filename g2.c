extern int *get(void);
int main(void){ int *p = get(); if (!p) return 0; for (int i = 0; i < 3; i++) p++; return *p; }
