/**
 * What people build passwords from, in German and English. Compact on purpose: the rule in `guessable-password.ts` adds
 * numbers, years, punctuation, repetition and l33t spelling by itself.
 */
const words = (text: string): string[] => text.trim().split(/\s+/);

export const COMMON_WORDS = words(`
  password passwort passwd pass kennwort parole geheim geheimnis secret private login logmein letmein einloggen
  zugang access admin administrator root user benutzer guest gast test tester testing changeme aendern default
  standard system server computer internet windows microsoft google apple samsung facebook instagram youtube amazon
  willkommen welcome hallo hello hallihallo guten morgen servus moin tschuess bitte danke please thank
  iloveyou ichliebedich liebe love schatz schatzi schatzilein maus mausi mausebaer hase hasi engel angel baby
  princess prinzessin sunshine sonnenschein sonne stern sternchen mond blume schmetterling butterfly flower
  sommer summer winter herbst fruehling frühling spring autumn januar februar maerz märz april juni juli august
  september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag monday friday
  fussball fußball football soccer baseball basketball hockey bayern muenchen münchen dortmund borussia schalke
  hamburg berlin koeln köln frankfurt stuttgart leipzig dresden bremen hannover wien zuerich zürich deutschland
  germany oesterreich österreich schweiz
  dragon drache monkey affe tiger loewe löwe lion hund katze kaetzchen pferd hamster vogel master superman batman
  spiderman pokemon starwars matrix shadow ninja killer hunter ranger warrior freedom freiheit whatever trustno
  charlie michael thomas andreas stefan alexander daniel sebastian christian martin peter patrick florian
  jennifer jessica nicole sandra sabrina melanie stefanie julia anna maria laura sarah lisa michelle ashley
  mercedes porsche ferrari volkswagen audi bmw yamaha kawasaki motorrad auto
  schokolade chocolate kaffee coffee bier pizza cookie banane orange kirsche cherry pfirsich kuchen
  familie family mutter vater mama papa oma opa bruder schwester kinder freund freundin
  arbeit schule firma buero büro zuhause chef meister gott jesus blessed
  money geld spielgeld reich million millionaer dollar euro bitcoin crypto krypto ethereum wallet trading trader
  boerse börse aktie bot smartbot turbobot newsbot roboter invest
`);

/** Rows and diagonals of QWERTZ and QWERTY keyboards, the alphabet and the digits: runs of them are no secret. */
export const WALKS = words(`
  1234567890 0987654321 123456789ß abcdefghijklmnopqrstuvwxyz zyxwvutsrqponmlkjihgfedcba
  qwertzuiopü qwertyuiop poiuztrewq poiuytrewq asdfghjklöä asdfghjkl lkjhgfdsa yxcvbnm zxcvbnm mnbvcxy mnbvcxz
  1qaz2wsx3edc4rfv5tgb6yhn7ujm 1qay2wsx3edc4rfv5tgb6zhn7ujm zaq12wsxcde34rfv yaq12wsxcde34rfv
  1q2w3e4r5t6z7u8i9o0p 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5z6u7i8o9p0 q1w2e3r4t5y6u7i8o9p0
  112233445566778899 998877665544332211 aabbccddeeff 147258369 159357 741852963 !"§$%&/()=? !@#$%^&*()
`);
