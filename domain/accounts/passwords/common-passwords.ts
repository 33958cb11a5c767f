/**
 * Well-known passwords of eight and more characters, in lower case, which attackers try first.
 * Shorter ones are refused by length.
 */
const WORDS = `
password password1 password12 password123 password1234 password12345 password! password1! password@1 password@123 passw0rd p@ssw0rd p@ssword p@ssw0rd1 p@ssw0rd123 pa$$w0rd
12345678 123456789 1234567890 0123456789 12345678910 123123123 1234512345 1234554321 987654321 9876543210 87654321 11223344 1122334455 112233445566 123654789 147258369 159753456 123456123456 123456aa 123456abc abc12345 abcd1234 abc123456 a1234567 a12345678 a123456789 1234abcd 1234qwer
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyuiop123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qazwsxedc zaq12wsx q1w2e3r4 q1w2e3r4t5 asdfghjk asdfghjkl asdfasdf zxcvbnm1 zxcvbnm123 qweasdzxc asdf1234 !qaz2wsx
iloveyou iloveyou1 iloveyou2 iloveu123 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1 batman123 spiderman starwars starwars1 whatever whatever1 trustno1 letmein1 letmein123 welcome1 welcome12 welcome123 welcome@123 welcome2024 welcome2025 welcome2026
admin123 admin1234 admin12345 admin@123 admin@1234 administrator adminadmin root1234 rootroot changeme changeme1 changeme123 default1 guest1234 test1234 testtest testing123 tester123 user1234 demo1234 temp1234 temporary secret123 master123 login123 access14
michelle jennifer jessica1 danielle samantha victoria alexander benjamin jonathan christian charlotte elizabeth stephanie nicholas patricia caroline caroline1 michael1 jordan23 matthew1 joshua123 anthony1 daniel123 william1 chelsea1 liverpool liverpool1 arsenal1 arsenal123 barcelona manchester manunited realmadrid juventus ronaldo7 ronaldo123 messi123
chocolate butterfly computer computer1 internet internet1 mustang1 midnight diamond1 dolphins cheese123 monkey123 dragon123 shadow123 hunter123 killer123 flower123 summer123 summer2024 summer2025 summer2026 winter123 winter2024 winter2025 autumn2025 spring2025 spring2026 pokemon1 pokemon123 minecraft1 samsung1 samsung123 nokia123 iphone123 android1 google123 facebook facebook1 instagram youtube123 whatsapp whatsapp1
blessing blessing1 blessings jesuschrist jesus123 jesus777 ilovejesus ilovegod godisgood godislove godbless amazing1 grace123 miracle1 emmanuel emmanuel1 victory1 hallelujah praisegod favour123 mercy123 precious precious1 gloryglory
ghana123 ghana1957 ghana2024 ghana2025 ghana2026 ghanaian blackstars blackstar accra123 kumasi123 akwaaba1 akwaaba123 medaase1 kwame123 kwabena1 akosua123 asantekotoko heartsofoak kotoko123 odumcapital pitchtrek pitchtrek1 pitchtrek2026 nationalpitchtrek
aa123456 aa12345678 qq123456 asd123456 zxc123456 abcdefgh abcdefghi abcdefg1 abc123abc 1a2b3c4d 00000000 11111111 22222222 88888888 99999999 111222333 123321123 135792468 246813579 13579246 12121212 123454321 00112233 10203040 20202020 20242024 20252025 20262026 19901990 20002000 01234567 02468135 101010101 456456456 789456123 741852963 963852741 852456852
loveyou1 lovelove loveme123 iloveme1 mylove123 babygirl babygirl1 sweetheart beautiful beautiful1 handsome friendship forever1 forever21 family123 mother123 father123 money123 moneymoney cashmoney business1 business123 company123 company1 investor1 success1 success123 champion champion1 teacher1 student1 student123 school123 college1 university science1 football123 basketball
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
