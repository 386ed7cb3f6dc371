/**
 * Passwords that everybody tries first, of the well-known lists of leaks, in lower case. Those that the composition
 * rule refuses anyway (no letter, no digit, under 8 characters) are left out.
 */
const WORDS = `
password passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd pass passwd passport parola qwerty qwert qwertyui qwertyuiop
qazwsx qaz wsx asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm azerty qwertz letmein letmein! welcome welcom3 hello hallo
salam iloveyou loveyou lovely love admin administrator root user guest test tester testing demo temp changeme change
default secret access login master manager super superman batman spiderman ironman pokemon starwars dragon monkey
tiger lion eagle falcon panther shadow sunshine princess football baseball basketball hockey soccer liverpool arsenal
chelsea barcelona realmadrid juventus perspolis esteghlal michael jordan michelle jennifer jessica ashley amanda
nicole daniel andrew thomas robert charlie george william jonathan joshua matthew anthony hunter ranger buster soccer
killer trustno trustno1 freedom whatever computer internet samsung iphone android google facebook instagram telegram
twitter linkedin youtube microsoft windows apple yahoo gmail hotmail summer winter spring autumn monday friday january
february march april june july august september october november december flower cookie cheese chocolate banana orange
purple yellow silver golden diamond ginger pepper mustang ferrari porsche mercedes yamaha honda toyota corvette harley
yankees cowboys lakers steelers eagles redsox maverick matrix phoenix thunder lightning blink naruto minecraft fortnite
roblox zelda mario gandalf merlin snoopy mickey donald tigger peanut pookie bailey maggie sophie jasmine abc abcd abcde
abcdef abcdefg abcdefgh abcabc aaa aaaa aa a q qw z zaq xyz mypass mypassword security private office company business
money dollar bitcoin ethereum crypto exchange trader trading wallet binance nobitex wallex sarraf toman tether iran
tehran isfahan shiraz tabriz mashhad persian irani ali reza mohammad mohamad mohammed ahmad hossein hosein hasan hassan
mahdi mehdi amir amirali mahmoud saeed sajad javad milad farhad farzad omid arash armin zahra fatemeh fateme maryam
sara narges azadeh mahsa shima samaneh nazanin parisa setareh eshgh khoda allah ya zeinab king queen angel babygirl
baby lover sweet happy lucky smile friend family mother father brother sister america canada london paris germany china
india brazil mexico russia moscow turkey istanbul dubai blabla asshole fuckyou fuckme bullshit pussy sexy
`;

const ENDINGS = `
0 00 000 007 01 02 1 1! 10 100 1000 101 11 111 1111 11111 111111 12 12! 121 1212 123 123! 1234 1234! 12345 123456 1234567
12345678 123456789 1234567890 123123 123321 1234abcd 123abc 123qwe 13 1313 1357 14 147 15 159 16 17 18 19 1980 1981 1982
1983 1984 1985 1986 1987 1988 1989 1990 1991 1992 1993 1994 1995 1996 1997 1998 1999 2 20 2000 2001 2002 2003 2004 2005
2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 21 22 222 23 234
24 25 26 27 28 29 3 30 31 32 321 33 333 4 4321 44 5 50 55 555 54321 6 66 666 654321 69 7 75 77 777 7777 786 8 80 81 82 85
86 87 88 888 8888 89 9 90 91 92 93 94 95 96 97 98 987654321 99 999 1370 1375 1380 1385 1390 1395 1398 1399 1400 1401 1402
1403 1404 1405 123. 123@ 123# 1@ 1# @1 @12 @123 @1234 @12345 @2023 @2024 @2025 #1 #123 !1 !123 _1 _123 -1 .1 *1 321! 1!2
`;

const OTHERS = `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1xsw2 zaq1zaq1 qaz123wsx
qazwsx123 qazwsxedc1 1qaz@wsx 1qaz!qaz !qaz2wsx 1qaz1qaz qwe123qwe qweasd123 qweasdzxc1 qwe12345 qweqwe123 asd12345
asdasd123 asdf1234 asdfasdf1 zxc12345 zxcv1234 zxczxc123 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a123456a a12345678 aa123456
aa12345678 abc123abc abc12345 abcd1234 abcd12345 1234qwer 1234asdf 1234zxcv 12345qwert 123456qwerty 123456abc 123456aa
123456a@ 12345678a 123456789a 1234567890a 123456789q 12345678q 123qweasd 123qweasdzxc 123qwe123 123qwe!@# 123abc123
1password 12password 123password password1password 0password r00tr00t adm1n123 adm1nadm1n adminadmin1 testtest1 test1test
passpass1 pass1word pass12word passw0rd! p@ssw0rd! p@55w0rd p455w0rd pa55word pa55w0rd passwort1 motdepasse1 contrasena1
welcome1welcome changeit1 changeme! letmein1! let1me1in il0veyou iloveyou2 il0v3y0u loveme123 love12love x1x1x1x1
qwer1234 qwer12345 qwer!234 qwerty1qwerty qwerty12qwerty qwertyuiop1 1qwertyuiop qwert12345 trustno1 ncc1701d ncc1701e
thx1138thx rush2112 bond007bond agent007 jamesbond007 blink182 sum41sum area51area windowsxp1 win2000win office365
c0mputer c0mputer1 g00gle123 s3cret123 s3cur1ty m0nkey123 dr4gon123 dr4g0n123 sh4dow123 sup3rman sup3rs3cret h3llo123
h4ck3r123 h4x0r123 l3tm3in1 w3lcome1 w3lc0me1 adm1n1strator f00tball f00tball1 b4seball b4tman123 p0kemon1 p4ssword
p4ssw0rd iran1357 iran1400 iran2500 tehran021 tehran1400 salam1234 khoda110 ali110ali yaali110 ya110ali ali110110
mahdi313 yamahdi313 yazahra110 hossein72 esteghlal0 perspolis6 perspolis10 aliali110 reza1234reza football10 cr7ronaldo
ronaldo7 ronaldo07 messi10messi leomessi10 neymar10 zidane10 beckham7 beckham23 kobe24kobe lebron23 jordan23 michael23
student1 teacher1 oracle123 postgres1 mysql123 server123 system123 cisco123 linux123 ubuntu123 debian123 github123
binance123 bitcoin21 satoshi21 satoshi1 hodl1234 tothemoon1 blockchain1
`;

const list = (text: string): string[] => text.trim().split(/\s+/);

const COMMON: ReadonlySet<string> = new Set([
  ...list(OTHERS),
  ...list(WORDS),
  ...list(WORDS).flatMap((word) => list(ENDINGS).map((ending) => word + ending)),
  ...list(WORDS).flatMap((word) =>
    ['1', '12', '123', '1234', '12345', '123456'].map((start) => start + word),
  ),
]);

/** Whether it is among the first that a thief tries, in any case. */
export const isCommonPassword = (password: string): boolean =>
  COMMON.has(password.normalize('NFKC').toLowerCase());
