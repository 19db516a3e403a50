import { TextBlocksPage } from '../../features/admin/desk/text-blocks-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Textbausteine') }];

export default TextBlocksPage;
